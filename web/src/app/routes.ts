import { route, type RouteConfig } from '@react-router/dev/routes'

export default [
  route('marketing', 'routes/marketing.tsx'),
  route('*', 'routes/elsewhere.tsx'),
] satisfies RouteConfig
