import { createContext, type FocusEvent, use } from 'react'
import type { FormState } from './use-form.ts'

export const FormContext = createContext<FormState | undefined>(undefined)

/** The form that a part stands in. */
export function useFormAround(): FormState {
  const form = use(FormContext)
  if (!form) throw new Error('This part belongs inside a form.')
  return form
}

export interface Field {
  name: string
  label: string
}

/** What every kind of field gets of its form. */
export function useField(name: string) {
  const { errors, left, changed } = useFormAround()
  return {
    name,
    error: errors[name],
    // A complaint that appears while the button is being pressed would move it away from under the pointer; what
    // is sent is looked at as a whole anyway.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!isSubmit(relatedTarget)) left(name)
    },
    onInput: () => changed(name),
  }
}

function isSubmit(element: EventTarget | null) {
  return element instanceof HTMLButtonElement && element.type === 'submit'
}
