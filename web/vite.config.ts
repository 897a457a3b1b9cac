import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// In development the page comes from here and everything else from the server behind it.
const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`
const services = ['/rest', '/auth', '/storage', '/functions', '/config.json', '/healthz']

export default defineConfig({
  plugins: [reactRouter()],
  server: {
    proxy: {
      ...Object.fromEntries(services.map((path) => [path, server])),
      '/realtime': { target: server, ws: true },
    },
  },
})
