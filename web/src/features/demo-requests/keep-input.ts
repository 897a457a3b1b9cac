import { draftKey, forgetDraft, readDraft, writeDraft } from '#lib/drafts.ts'
import { formValues, isControl } from '#ui/forms/form-elements.ts'

const key = draftKey('visitor', 'demo-request')

/**
 * Restores a visitor's input after a reload, and stores it until the form is sent. `DraftForm` does more, but is too
 * heavy for the first load of a visitor.
 */
export function keepInput(form: HTMLFormElement) {
  const stored = new Map(Object.entries(readDraft(key) ?? {}))
  for (const control of [...form.elements].filter(isControl)) {
    const value: unknown = stored.get(control.name)
    if (typeof value === 'string' && control.value === '') control.value = value
  }
  form.addEventListener('input', () => writeDraft(key, formValues(form)))
  form.addEventListener('sent', () => forgetDraft(key))
}
