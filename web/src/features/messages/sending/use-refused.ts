import { useLocation } from 'react-router'
import { pathOf, threadOf } from '../chat/address.ts'
import { firstRefused } from './unsent.ts'
import { useOutbox } from './use-outbox.ts'

/** The way to a message that was refused; nothing, where there is none, or it is in sight. */
export function useRefused(userId: string, isFacility: boolean): string | undefined {
  const { queue } = useOutbox(userId)
  const { pathname, search } = useLocation()
  const address = firstRefused(queue, userId, isFacility)
  if (!address) return undefined
  const shown = new URLSearchParams(search)
  const [path = '', asked] = pathOf(address).split('?with=')
  const isAlone = pathname === path && [null, asked].includes(shown.get('with'))
  const isInInbox = pathname === '/inbox' && shown.get('thread') === threadOf(address)
  return isAlone || isInInbox ? undefined : pathOf(address)
}
