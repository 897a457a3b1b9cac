import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { reloadOncePlugin } from './reload-once-plugin.ts'

// In development, Vite forwards requests for the paths in `services` to the server.
const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`
const services = ['/rest', '/auth', '/storage', '/functions', '/config.json', '/healthz']

// Pages with a single form load a few chunks, which contain only modules that these pages use.
const formParts = 'Button|Input|Loader|PasswordInput|TextInput|Transition|UnstyledButton|ActionIcon'
const ofOtherForms = 'long-form|input-fields|choice-fields|moment-field|setting-switch|draft'
const formPages = new RegExp(
  [
    'web/src/ui/(public-page|notice|brand|ui-provider|lazy|toast\\.)',
    `web/src/ui/forms/(?!.*(${ofOtherForms}))`,
    'web/src/lib/session/',
    'web/src/lib/(errors|email-schema|supabase\\.ts|store-keys|use-hydrated|public-config|same-origin)',
    'node_modules/zod/',
  ].join('|'),
)
const framePages = new RegExp(
  [
    'web/src/app/(layouts/(require-role|signed-in-frame)|shell/(account-face|phone-bar))',
    'web/src/features/messages/(address|unread-badge|conversation/(outbox|unsent))',
    'web/src/features/notices/notices\\.queries',
    'web/src/ui/dialogs/(plain-dialog|use-dialog)',
  ].join('|'),
)
const groups = [
  {
    name: 'react',
    // This chunk also contains the code that draws icons, and `reload-once`, which replaces a part of React Router.
    test: /node_modules\/((react|react-dom|react-router|scheduler|clsx)\/|lucide-react\/dist\/esm\/(?!icons\/))|lib\/reload-once/,
  },
  {
    name: 'parts',
    test: new RegExp(`node_modules/@mantine/core/esm/(core|components/(${formParts}))/`),
  },
  // All pages load this chunk, except the public page, which has no scripts.
  { name: 'every', test: /web\/src\/(app\/page-meta|ui\/(script-tokens|head))\./ },
  { name: 'forms', test: formPages },
  // The page for a new password loads only the chunk "sign-in", and not "methods".
  { name: 'sign-in', test: /features\/sign-in\/sign-in(\.module|\.ts)/ },
  { name: 'methods', test: /lib\/sign-in\/(sign-in-methods|url-params)/ },
  // Shared icons are in one chunk, because many small files would be larger in total.
  { name: 'icons', test: /lucide-react\/dist\/esm\/icons\//, minShareCount: 3 },
  // Every page of a signed-in user loads these small modules, so they share one chunk.
  { name: 'frame', test: framePages },
  // The chunks below leave out modules that only dialogs or only admin lists use.
  {
    name: 'lib',
    test: /web\/src\/lib\/(?!files)|node_modules\/@tanstack\//,
    minShareCount: 4,
  },
  {
    name: 'pages',
    test: /web\/src\/ui\/(?!forms|files|charts|table\/(listing|admin-list|csv-export)|.*menu|.*dialog|toast)/,
    minShareCount: 4,
  },
]

// Tell the bundler that reading a property or a global has no side effects in the app's code.
const treeshake = { propertyReadSideEffects: false, unknownGlobalSideEffects: false } as const

// File names are short, because every first visit loads the list of all files.
const name = 'assets/[name]-[hash:7]'
const names = {
  entryFileNames: `${name}.js`,
  chunkFileNames: `${name}.js`,
  assetFileNames: `${name}[extname]`,
}

// The build removes the nine Mantine colors that the app does not use.
const unusedColor = /^--mantine-color-(?:cyan|grape|green|indigo|lime|orange|pink|violet|yellow)-/
const withoutUnusedColors = {
  postcssPlugin: 'without-unused-colors',
  Declaration(declaration: { prop: string; remove: () => void }) {
    if (unusedColor.test(declaration.prop)) declaration.remove()
  },
}

export default defineConfig({
  plugins: [reactRouter(), reloadOncePlugin()],
  css: { postcss: { plugins: [withoutUnusedColors] } },
  environments: {
    client: {
      build: { rolldownOptions: { treeshake, output: { ...names, codeSplitting: { groups } } } },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(services.map((path) => [path, server])),
      '/realtime': { target: server, ws: true },
    },
  },
})
