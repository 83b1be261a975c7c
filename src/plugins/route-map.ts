// Which methods a path answers, for a 405 that says so.
import type { FastifyInstance } from 'fastify'

export interface RouteMap {
  methodsAt(path: string): string[]
}

/** Takes note of every route that is registered after this call. */
export function mapRoutes(app: FastifyInstance): RouteMap {
  const routes: { segments: string[]; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ segments: url.split('/'), methods: [method].flat() })
  })
  return {
    methodsAt(path) {
      const segments = path.split('/')
      const found = routes
        .filter((route) => matches(route.segments, segments))
        .flatMap((route) => route.methods)
      return [...new Set(found)].sort()
    }
  }
}

function matches(pattern: string[], segments: string[]): boolean {
  if (pattern.length !== segments.length) return false
  return pattern.every((part, at) => (part.startsWith(':') ? segments[at] !== '' : part === segments[at]))
}
