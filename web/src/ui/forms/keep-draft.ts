import { forgetDraft, readDraft, writeDraft } from '#lib/drafts.ts'
import { keptControls, read, write } from './controls.ts'
import { type FieldValues, typedFieldsIn, typedOver, typedSince } from './typed-fields.ts'

export interface KeptDraft {
  form: HTMLFormElement
  /** Puts back what was typed, also into fields that came later. */
  putBack: () => void
  discard: () => void
}

/** Keeps what is typed into a form until it is sent. `onBack` hears that something was put back. */
export function keepDraft(form: HTMLFormElement, key: string, onBack: () => void): KeptDraft {
  /** Each field as the page made it. */
  const untouched: FieldValues = {}
  /** Of fields that are not there yet. */
  let waiting = typedFieldsIn(readDraft(key))

  const save = () => {
    const typed = { ...waiting, ...typedSince(untouched, valuesNow(form)) }
    if (Object.keys(typed).length > 0) writeDraft(key, typed)
    else forgetDraft(key)
  }
  const forget = () => {
    waiting = {}
    Object.assign(untouched, valuesNow(form))
    forgetDraft(key)
  }
  form.addEventListener('input', save)
  form.addEventListener('change', save)
  form.addEventListener('sent', forget)

  return {
    form,
    putBack: () => {
      for (const [name, controls] of keptControls(form)) {
        if (name in untouched) continue
        untouched[name] = read(controls)
        const { [name]: kept, ...others } = waiting
        const typed = typedOver(untouched[name], kept)
        if (typed) {
          write(controls, typed)
          onBack()
        }
        waiting = others
      }
    },
    discard: () => {
      waiting = {}
      for (const [name, controls] of keptControls(form)) write(controls, untouched[name] ?? [])
      forgetDraft(key)
    },
  }
}

function valuesNow(form: HTMLFormElement): FieldValues {
  const named = [...keptControls(form)].map(([name, controls]) => [name, read(controls)] as const)
  return Object.fromEntries(named)
}
