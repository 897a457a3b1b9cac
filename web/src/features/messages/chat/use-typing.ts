import { useEffect, useRef, useState } from 'react'
import { makeBurst } from '#lib/live/burst.ts'
import { useTopic } from '#lib/live/use-topic.ts'

/** In milliseconds: how long a keystroke of the other side shows, and how often one's own are told at most. */
const shownFor = 2000
const toldEvery = 500

interface Typing {
  topic: string | undefined
  otherId: string
}

/** Whether the other side types, and what tells it that one types oneself. */
export function useTyping({ topic, otherId }: Typing) {
  const [isTyping, setTyping] = useState(false)
  const end = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => {
    clearTimeout(end.current)
    setTyping(false)
  }
  useEffect(() => () => clearTimeout(end.current), [])
  const say = useTopic({
    topic,
    onBroadcast: ({ event, sender }) => {
      if (event !== 'typing' || sender !== otherId) return
      clearTimeout(end.current)
      end.current = setTimeout(() => setTyping(false), shownFor)
      setTyping(true)
    },
  })
  const sayTyping = useRef(() => {})
  const tellInTurn = useRef(() => {})
  useEffect(() => {
    sayTyping.current = () => say('typing')
  })
  useEffect(() => {
    tellInTurn.current = makeBurst(async () => sayTyping.current(), toldEvery)
  }, [])
  const tell = () => tellInTurn.current()
  return { isTyping, stop, tell }
}
