import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Matches the code of React Router that handles a failure to load the file of a route. */
const failureHandler = /catch \(error\) \{[^]*?window\.location\.reload\(\);[^}]*\}\);\s*\}/
const ownModule = fileURLToPath(new URL('src/lib/reload-once.ts', import.meta.url))

/**
 * Replaces React Router's handler for a route whose file cannot be loaded. React Router's handler would reload the page
 * forever. React Router has no setting for this.
 */
export function reloadOncePlugin(): Plugin {
  return {
    name: 'reload-once',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/.*\/routeModules\.js$/ },
      handler(code) {
        if (!failureHandler.test(code)) this.error('React Router loads routes in another way now.')
        const changed = code.replace(failureHandler, 'catch (error) { return reloadOnce(error); }')
        const imported = `import { reloadOnce } from ${JSON.stringify(ownModule)}`
        return { code: `${imported}\n${changed}`, map: null }
      },
    },
  }
}
