import { Button } from '@mantine/core'
import { SearchX } from 'lucide-react'
import { type ClientLoaderFunctionArgs, Link, redirect } from 'react-router'
import { useAccount } from '#lib/session/account.ts'
import { landingPaths } from '#lib/session/roles.ts'
import { mayHaveSession } from '#lib/session/session-state.ts'
import { Page } from '#ui/page.tsx'
import { NothingYet } from '#ui/query-states.tsx'
import { SignedInFrame } from '../layouts/signed-in-frame.tsx'
import { makeMeta } from '../page-meta.ts'

export const meta = makeMeta('Page not found')

/**
 * Redirects visitors to the public page, and signed-in users from `/` to the login page, which opens their landing
 * page. The server redirects `/` too, but this loader works offline.
 */
export function clientLoader({ url }: Pick<ClientLoaderFunctionArgs, 'url'>) {
  if (!mayHaveSession()) {
    // The public page has no scripts, so the browser must load it as a new document.
    return redirect('/marketing', { headers: { 'X-Remix-Reload-Document': 'true' } })
  }
  return url.pathname === '/' ? redirect('/login') : null
}

/** Signed-in users do not get the public page, because they would believe that they are signed out. */
export default function NotFound() {
  return (
    <SignedInFrame>
      <UnknownAddress />
    </SignedInFrame>
  )
}

/** Shows in the shell that there is no page, also for an object that does not exist. */
export function UnknownAddress() {
  const { role, isNewcomer } = useAccount()
  const landingPage = isNewcomer ? 'newcomer' : role
  return (
    <Page title="Page not found">
      <NothingYet
        icon={SearchX}
        title="There's no page at this address."
        action={
          landingPage ? (
            <Button component={Link} to={landingPaths[landingPage]}>
              {isNewcomer ? 'See next steps' : 'Go to your dashboard'}
            </Button>
          ) : null
        }
      >
        Check the address for typos, or start from your dashboard.
      </NothingYet>
    </Page>
  )
}
