/**
 * The measured programs: a gateway that answers immediately, and the whole service in front of it.
 */
export type ProgramName = 'gateway' | 'service'
