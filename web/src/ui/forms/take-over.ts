/** From now on the app answers this form. A press that came too early is done now. */
export function takeOver(form: HTMLFormElement) {
  form.dataset.ready = 'yes'
  if (!form.dataset.early) return
  delete form.dataset.early
  form.requestSubmit()
}
