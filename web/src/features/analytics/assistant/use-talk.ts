import { useSyncExternalStore } from 'react'
import { askAssistant } from './ask-assistant.ts'
import { Talk } from './talk.ts'

const talks = new Map<string, Talk>()

/** The one talk of a person on this page. */
export function useTalk(userId: string) {
  const talk = talkOf(userId)
  const turns = useSyncExternalStore(talk.subscribe, talk.get)
  return { talk, turns }
}

function talkOf(userId: string) {
  const talk = talks.get(userId) ?? new Talk(askAssistant)
  talks.set(userId, talk)
  return talk
}
