// Serves the built web app, with the app's shell for paths without a page.
import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendNotFound } from './errors.ts'
import { contentSecurityPolicyFor } from './security-headers.ts'
import { readSiteFile, sendSiteFile, type SiteFile } from './site-files.ts'

const buildsFolder = fileURLToPath(new URL('../../../web/build', import.meta.url))

/** Below these paths there are only files and services, no pages. */
const nonPagePath =
  /^\/(?:healthz|metrics|config\.json|assets|rest|auth|storage|realtime|functions|\.well-known)(?:\/|$)/i

/** The path / redirects to this page, which needs no script. */
const startPath = '/marketing'

/**
 * At these paths, programs would mistake the app's shell for an API description
 * (docs/decisions/0051-no-api-description-pages.md).
 */
const descriptionPath =
  /^\/(?:api|api-docs|docs|redoc|swagger|swagger-ui|swagger-resources|openapi|graphql|graphiql)(?:\/|$)/i

/** These files for crawlers contain the address of the site. */
const listings = ['robots.txt', 'sitemap.xml']

/** The service worker may send requests only to this server. */
const workerPolicy =
  "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'"

interface Page {
  file: string
  policy: string
  siteFile: SiteFile | undefined
}

export async function addWebPage(app: FastifyInstance, site: string) {
  const build = await readFile(join(buildsFolder, 'current'), 'utf8').catch(() => undefined)
  if (!build) {
    app.log.warn('The web page is not built: only the services answer.')
    app.setNotFoundHandler((_request, reply) => sendNotFound(reply))
    return
  }
  const folder = join(buildsFolder, build, 'client')
  const pages = await readPages(folder, site)
  await addListings(app, folder, site)
  app.get('/', (request, reply) =>
    reply.header('cache-control', 'no-cache').redirect(startFor(request.url)),
  )
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/*.html', ...listings],
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControlFor(path))
      if (path.includes('/sw.js')) reply.header('content-security-policy', workerPolicy)
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const page = isPageRequest(request) ? pageFor(pages, request.url) : undefined
    if (!page) return sendNotFound(reply)
    reply.header('content-security-policy', page.policy)
    return page.siteFile ? sendSiteFile(request, reply, page.siteFile) : reply.sendFile(page.file)
  })
}

/** Returns the path that / redirects to, which is the login page after a failed sign-in at a provider. */
function startFor(url: string) {
  const code = new URLSearchParams(url.split('?', 2)[1]).get('error_code')
  return code ? `/login?${new URLSearchParams({ error_code: code }).toString()}` : startPath
}

async function addListings(app: FastifyInstance, folder: string, site: string) {
  for (const name of listings) {
    const file = await readSiteFile(join(folder, name), site)
    if (file) app.get(`/${name}`, (request, reply) => sendSiteFile(request, reply, file))
  }
}

async function readPages(folder: string, site: string) {
  const files = await Array.fromAsync(glob('**/*.html', { cwd: folder }))
  const pages = files.map(async (file): Promise<[path: string, page: Page]> => {
    const html = await readFile(join(folder, file), 'utf8')
    const ofSite = await readSiteFile(join(folder, file), site)
    return [`/${dirname(file)}`, { file, policy: contentSecurityPolicyFor(html), siteFile: ofSite }]
  })
  return new Map(await Promise.all(pages))
}

function isPageRequest({ method, url }: FastifyRequest) {
  const path = pathOf(url)
  const isFile = path.slice(path.lastIndexOf('/')).includes('.')
  return (method === 'GET' || method === 'HEAD') && !isFile && !isServicePath(path)
}

function isServicePath(path: string) {
  return nonPagePath.test(path) || descriptionPath.test(path)
}

/** Returns the page that was built for this path, or the app's shell. */
function pageFor(pages: Map<string, Page>, url: string) {
  const path = pathOf(url)
  return pages.get(path.replace(/\/$/, '')) ?? pages.get('/.')
}

function pathOf(url: string) {
  return url.split('?', 1)[0] ?? url
}

function cacheControlFor(path: string) {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  // Browsers keep the file, but revalidate it at each use.
  return 'no-cache'
}
