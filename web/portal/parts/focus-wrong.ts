/** Brings whoever sent a form to the first thing in it that is wrong, once that is shown. */
export function focusWrong(form: HTMLElement): void {
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>('[aria-invalid="true"], fieldset:has(.wrong) input')?.focus()
  })
}
