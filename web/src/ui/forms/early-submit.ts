// A form that is pressed before the app has taken it over must not be sent by the browser: what is typed would
// show up in the address. The press is remembered, and done as soon as it can be.

/** Runs in the head of the page, before there is any form. */
export const guardEarlySubmits = `addEventListener('submit',function(e){var d=e.target.dataset;if(!d.ready){e.preventDefault();d.early='yes'}},true)`

export function takeOver(form: HTMLFormElement) {
  form.dataset.ready = 'yes'
  if (!form.dataset.early) return
  delete form.dataset.early
  form.requestSubmit()
}
