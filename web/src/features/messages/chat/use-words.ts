import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Draft, Outbox, Outgoing } from '../conversation/outbox.ts'
import type { MessageActs } from './message-item.tsx'
import { keepWords, type KeptWords, readWords } from './kept-words.ts'

interface Parts {
  me: string
  conversationId: string
  outbox: Outbox
  outgoing: readonly Outgoing[]
}

const nothing: KeptWords = { text: '', from: undefined }

/**
 * What stands in the box. Words that were refused come back into it while it is empty; sent unchanged from there they
 * are the next attempt of the same message, changed they take its place.
 */
export function useWords({ me, conversationId, outbox, outgoing }: Parts) {
  const [words, setWords] = useState(() => readWords(me, conversationId))
  const written = useRef(new Set<string>())
  const change = (next: KeptWords) => {
    setWords(next)
    keepWords(me, conversationId, next)
  }
  const refused = refusedIn(outgoing)
  const takeBack = useEffectEvent((now: readonly Outgoing[]) => {
    const back = refusedIn(now).find(({ clientId }) => written.current.delete(clientId))
    if (back && words.text.trim() === '') change({ text: back.content, from: back.clientId })
  })
  useEffect(() => takeBack(outgoing), [outgoing])

  const send = (draft: Omit<Draft, 'content'>) => {
    const content = words.text.trim()
    const again = refused.find(({ clientId }) => clientId === words.from)
    if (again?.content === content) {
      written.current.add(again.clientId)
      outbox.retry(again.clientId)
    } else {
      if (again) outbox.drop(again.clientId)
      written.current.add(outbox.add({ ...draft, content }).clientId)
    }
    change(nothing)
  }
  const actsNow = {
    retry: (clientId: string) => {
      if (words.from === clientId) change(nothing)
      written.current.add(clientId)
      outbox.retry(clientId)
    },
    edit: (clientId: string) => {
      const one = refused.find((other) => other.clientId === clientId)
      if (!one || words.from === clientId) return
      change({ text: [one.content, words.text].filter(Boolean).join('\n'), from: clientId })
    },
    drop: (clientId: string) => {
      if (words.from === clientId) change({ text: words.text, from: undefined })
      outbox.drop(clientId)
    },
  }
  const acts = useSteady(actsNow)
  const type = (text: string) => change({ text, from: text === '' ? undefined : words.from })
  return { text: words.text, type, send, acts }
}

function refusedIn(outgoing: readonly Outgoing[]) {
  return outgoing.filter((one) => one.refusal !== undefined)
}

/** The same object at every drawing, which does what the latest does. */
function useSteady(acts: MessageActs): MessageActs {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  const [steady] = useState(() => ({
    retry: (clientId: string) => latest.current.retry(clientId),
    edit: (clientId: string) => latest.current.edit(clientId),
    drop: (clientId: string) => latest.current.drop(clientId),
  }))
  return steady
}
