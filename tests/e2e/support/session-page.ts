// Serves a page of another app, which uses supabase-js and records all session events.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { pagePort } from './site.ts'

const clientPath = join(
  dirname(createRequire(import.meta.url).resolve('@supabase/supabase-js/package.json')),
  'dist/umd/supabase.js',
)

const pageScript = `
  const { url, anonKey } = JSON.parse(document.querySelector('#config').textContent)
  window.events = []
  window.client = supabase.createClient(url, anonKey)
  window.client.auth.onAuthStateChange((event, session) => {
    window.events.push(event + (session ? ' ' + session.user.email : ''))
  })
`

export interface SessionPage {
  address: string
  close: () => Promise<void>
}

export async function serveSessionPage(config: string): Promise<SessionPage> {
  const html = `<!doctype html><title>A page</title>
    <script id="config" type="application/json">${config}</script>
    <script src="/supabase.js"></script><script>${pageScript}</script>`
  const server = createServer((request, response) => {
    const isScript = request.url === '/supabase.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    const content = isScript ? readFile(clientPath) : Promise.resolve(html)
    content.then(
      (body) => response.end(body),
      () => response.writeHead(500).end(),
    )
  }).listen(pagePort, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { address: `http://127.0.0.1:${pagePort}/`, close }
}

export function eventsOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>('window.events')
}

/** Calls a method of the page's Supabase client, and throws the method's error. */
export async function callClient(page: Page, expression: string) {
  await page.evaluate(`window.client.${expression}.then(({ error }) => { if (error) throw error })`)
}
