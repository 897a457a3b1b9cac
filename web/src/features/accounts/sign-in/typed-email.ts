/** What stands in the field of the form around a button. */
export function typedEmail({ form }: HTMLButtonElement) {
  const field = form?.elements.namedItem('email')
  return field instanceof HTMLInputElement ? field.value : ''
}
