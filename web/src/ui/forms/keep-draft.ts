import { type Draft, forgetDraft, readDraft, writeDraft } from '../../lib/drafts.ts'
import { keptControls, read, write } from './controls.ts'

export interface KeptDraft {
  form: HTMLFormElement
  /** Puts back what was typed, also into fields that came later. */
  putBack: () => void
  discard: () => void
}

/** Keeps what is typed into a form until it is sent. `onBack` hears that something was put back. */
export function keepDraft(form: HTMLFormElement, key: string, onBack: () => void): KeptDraft {
  /** Each field as the page made it. */
  const untouched: Draft = {}
  /** Of fields that are not there yet. */
  let waiting = readDraft(key)

  const save = () => {
    const now = draftOf(form)
    const isChanged = Object.keys(now).some((name) => !isSame(now[name], untouched[name]))
    if (isChanged) writeDraft(key, { ...waiting, ...now })
    else forgetDraft(key)
  }
  const forget = () => {
    waiting = {}
    Object.assign(untouched, draftOf(form))
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
        const { [name]: typed, ...others } = waiting
        if (!typed) continue
        if (!isSame(typed, untouched[name])) {
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

function draftOf(form: HTMLFormElement): Draft {
  const named = [...keptControls(form)].map(([name, controls]) => [name, read(controls)] as const)
  return Object.fromEntries(named)
}

function isSame(one: string[] = [], other: string[] = []) {
  return one.length === other.length && one.every((value, place) => value === other[place])
}
