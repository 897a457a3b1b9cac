// A GET shows a page with a button and changes nothing, because email scanners open links. The button and the one-click
// unsubscribe of email programs send a POST.
import type { Context } from '../_shared/context.ts'
import { readJsonObject } from '../_shared/json.ts'
import { page } from './page.ts'

export default {
  async fetch(request: Request, context: Context): Promise<Response> {
    if (request.method === 'GET' || request.method === 'HEAD') return page(200, ask)
    if (request.method === 'POST') return stop(request, context)
    return page(405, {
      title: 'Open this link in a browser',
      words: 'Then press the button to unsubscribe.',
    })
  },
}

const ask = {
  title: 'Unsubscribe from emails about your work?',
  words: 'You will still see all notices in Mendwell and get emails that you need to log in.',
  button: 'Unsubscribe',
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
      title: "You're unsubscribed",
      words: 'To get these emails again, turn on Email in your settings.',
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
    words: "This didn't work. Try again in a moment.",
    button: 'Try again',
  })
}

/** Returns the token without NUL characters, which PostgreSQL does not accept in a text. */
function tokenIn(request: Request) {
  return (new URL(request.url).searchParams.get('token') ?? '').replaceAll('\0', '')
}
