/** Focuses the first invalid input of a form after the next render. */
export function focusInvalid(form: HTMLElement): void {
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>('[aria-invalid="true"], fieldset:has(.wrong) input')?.focus()
  })
}
