// C0, DEL and C1: what a terminal or a log would act on. Every other character is a name's own
// affair.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** Returns whether `text` contains a control character. */
export function hasControl(text: string): boolean {
  return CONTROL.test(text)
}
