import { useQuery } from '@tanstack/react-query'
import { useLive } from '#lib/live/use-live.ts'
import { useSoundUnlessRead } from '#lib/sound/use-sound-unless-read.ts'
import { soundChoice } from './sound-choice.ts'

/** Keeps the bell and what is behind it true, and sounds as somebody has chosen; called once, by the frame. */
export function useNoticesLive(userId: string) {
  const { data: wants } = useQuery(soundChoice(userId))
  const sound = useSoundUnlessRead()
  useLive({
    tables: [{ table: 'notices', filter: `recipient_id=eq.${userId}` }],
    keys: [['notices']],
    // Messages have a sound of their own, each of them.
    onEvent: (change) =>
      sound(change, wants?.sound === true && change.row['kind'] !== 'message_received'),
  })
}
