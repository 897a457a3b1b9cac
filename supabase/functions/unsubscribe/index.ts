// The unsubscribe link in emails. A GET shows a page with a button and changes nothing, because email scanners open
// links. The button and the one-click unsubscribe of email programs send a POST, which turns the emails off without
// signing in.
import type { Context } from '../_shared/context.ts'
import { readJsonObject } from '../_shared/json.ts'
import { page } from './page.ts'

export default {
  async fetch(request: Request, context: Context): Promise<Response> {
    if (request.method === 'GET' || request.method === 'HEAD') return page(200, ask)
    if (request.method === 'POST') return stop(request, context)
    return page(405, { title: 'This is not possible', words: 'Open the link in a browser.' })
  },
}

const ask = {
  title: 'Stop mails about your work?',
  words:
    'You still find everything behind the bell in Mendwell. Mails to get into your account stay.',
  button: 'Stop these mails',
}

const settings = { label: 'Open settings', target: '/settings' }

async function stop(request: Request, { api, serviceRoleKey }: Context) {
  const response = await api('/rest/v1/rpc/unsubscribe', {
    method: 'POST',
    headers: {
      apikey: serviceRoleKey,
      authorization: `Bearer ${serviceRoleKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ token: tokenIn(request) }),
  }).catch(() => undefined)
  if (response?.ok) {
    return page(200, {
      title: 'You get no more of these mails',
      words: 'Switch Email on again in your settings whenever you like.',
      link: settings,
    })
  }
  const body = await readJsonObject(response)
  if (body?.['code'] === 'unsubscribe_link_invalid') {
    const words = `${String(body['message'])} ${String(body['hint'])}`
    return page(400, { title: 'Nothing was changed', words, link: settings })
  }
  return page(503, {
    title: 'Nothing was changed',
    words: 'This is not possible at the moment. Try again soon.',
    button: 'Try again',
  })
}

/** Removes NUL characters, which PostgreSQL does not accept in a text. */
function tokenIn(request: Request) {
  return (new URL(request.url).searchParams.get('token') ?? '').replaceAll('\0', '')
}
