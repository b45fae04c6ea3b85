/** The programs of this question: a gateway that answers at once, and the whole service in front of it. */
export type ProgramName = 'gateway' | 'service'
