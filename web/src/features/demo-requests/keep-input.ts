import { draftKey, forgetDraft, readDraft, writeDraft } from '#lib/drafts.ts'
import { formValues, isControl } from '#ui/forms/form-elements.ts'

const key = draftKey('visitor', 'demo-request')

/** Stores a visitor's input until the form is sent. `DraftForm` is too large for a visitor's first page. */
export function keepInput(form: HTMLFormElement) {
  const stored = new Map(Object.entries(readDraft(key) ?? {}))
  for (const control of [...form.elements].filter(isControl)) {
    const value: unknown = stored.get(control.name)
    if (typeof value === 'string' && control.value === '') control.value = value
  }
  form.addEventListener('input', () => writeDraft(key, formValues(form)))
  form.addEventListener('sent', () => forgetDraft(key))
}
