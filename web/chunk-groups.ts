// Decides which modules share a file, so that the first visit of a page loads few files.
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Graph = Rolldown.ChunkingContext

// A page with a single form loads the shared chunks "react" and "base". Sign-in pages also load those for signing in.
const formParts = 'Button|Input|Loader|PasswordInput|TextInput|Transition|UnstyledButton|ActionIcon'
const otherFormModules = 'long-form|input-fields|choice-fields|moment-field|setting-switch|draft'
const base = new RegExp(
  [
    `node_modules/@mantine/core/esm/(core|components/(${formParts}))/`,
    'node_modules/zod/',
    'web/src/app/page-meta\\.',
    'web/src/ui/(public-page|notice|brand|ui-provider|lazy|toast\\.|script-tokens|head\\.)',
    `web/src/ui/forms/(?!.*(${otherFormModules}))`,
    'web/src/lib/session/',
    'web/src/lib/(errors|email-schema|supabase\\.ts|store-keys|use-hydrated|public-config|same-origin)',
  ].join('|'),
)

const sources = fileURLToPath(new URL('src/', import.meta.url))

/** The files of the pages on which users land after the login, and of the parts that these pages show at once. */
const dashboards = {
  facility: ['app/routes/facility/facility-dashboard.tsx'],
  contractor: ['app/routes/contractor/contractor-dashboard.tsx'],
  consultant: ['app/routes/consultant/overview.tsx'],
  admin: ['app/routes/admin/admin-dashboard.tsx', 'features/analytics/platform/daily-charts.tsx'],
}

let rolesOf: ReadonlyMap<string, readonly string[]> | undefined

/** Returns the roles whose dashboards import the module statically, directly or indirectly. */
function rolesImporting(id: string, graph: Graph) {
  rolesOf ??= readDashboards(graph)
  return rolesOf.get(id) ?? []
}

function readDashboards(graph: Graph) {
  const found = new Map<string, string[]>()
  for (const [role, files] of Object.entries(dashboards)) {
    for (const id of staticImports([...files, 'app/layouts/signed-in.tsx'], graph)) {
      found.set(id, [...(found.get(id) ?? []), role])
    }
  }
  return found
}

/** Follows only the app's own modules, because the bundler adds the parts of packages that they use. */
function staticImports(files: readonly string[], graph: Graph) {
  const found = new Set<string>()
  const waiting = files.map((file) => `${sources}${file}`)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || id.includes('node_modules')) continue
    found.add(id)
    const module = graph.getModuleInfo(id)
    if (!module) throw new Error(`${id} is not part of the web app.`)
    waiting.push(...module.importedIds)
  }
  return found
}

/** Small modules of one dashboard are in the chunk of all dashboards too, because other pages use most of them. */
const smallModules = /\.css$|web\/src\/lib\/(clock|ids|lists\/search)\./

/** A module belongs to the first group that matches it. */
export const chunkGroups = [
  {
    name: 'react',
    // This chunk also contains the code that draws icons, and `reload-once`, which replaces a part of React Router.
    test: /node_modules\/((react|react-dom|react-router|scheduler|clsx)\/|lucide-react\/dist\/esm\/(?!icons\/))|lib\/reload-once/,
  },
  // All pages load this chunk, except the public page, which has no scripts.
  { name: 'base', test: base },
  // The page for a new password loads only the chunk "sign-in", and not "methods".
  { name: 'sign-in', test: /features\/sign-in\/sign-in(\.module|\.ts)/ },
  { name: 'methods', test: /lib\/sign-in\/(sign-in-methods|url-params)/ },
  {
    debugName: 'dashboard',
    name: (id: string, graph: Graph) => {
      const { length } = rolesImporting(id, graph)
      return length > 1 || (length === 1 && smallModules.test(id)) ? 'dashboard' : null
    },
    test: /web\/src\//,
  },
  { name: 'charts', test: /web\/src\/ui\/charts\/(?!pie)/ },
  // Shared icons are in one chunk, because many small files would be larger in total.
  { name: 'icons', test: /lucide-react\/dist\/esm\/icons\//, minShareCount: 2 },
  // Modules of one dashboard that other pages use too would be many small files otherwise.
  {
    debugName: 'role',
    name: (id: string, graph: Graph) => rolesImporting(id, graph)[0] ?? null,
    test: /web\/src\//,
    minShareCount: 2,
  },
  // The chunks below leave out modules that only dialogs or only admin lists use.
  {
    name: 'lib',
    test: /web\/src\/lib\/(?!files|supabase-client)/,
    minShareCount: 4,
  },
  {
    name: 'pages',
    test: /web\/src\/ui\/(?!forms|files|charts|table\/(listing|admin-list|csv-export)|.*menu|.*dialog|toast)/,
    minShareCount: 4,
  },
]
