// Knows the methods of each path, for the Allow header of a 405.
import type { FastifyInstance } from 'fastify'

export interface RouteMap {
  methodsAt(path: string): string[]
}

/** Records every route that is registered after this call. */
export function mapRoutes(app: FastifyInstance): RouteMap {
  const routes: { segments: string[]; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ segments: url.split('/'), methods: [method].flat() })
  })
  return {
    methodsAt(path) {
      const segments = path.split('/')
      const methods = routes
        .filter((route) => matches(route.segments, segments))
        .flatMap((route) => route.methods)
      return [...new Set(methods)].sort()
    }
  }
}

function matches(pattern: string[], segments: string[]): boolean {
  if (pattern.at(-1) === '*') return matchesAll(pattern.slice(0, -1), segments)
  if (pattern.length !== segments.length) return false
  return pattern.every((part, at) => {
    const segment = segments[at] ?? ''
    return part.startsWith(':') ? segment !== '' && admits(part, segment) : part === segment
  })
}

/** A star stands for all that follows, if there is something. */
function matchesAll(before: string[], segments: string[]): boolean {
  const rest = segments.slice(before.length)
  return rest.some((segment) => segment !== '') && matches(before, segments.slice(0, before.length))
}

/** A parameter may restrict its values by a pattern in parentheses. */
function admits(parameter: string, segment: string): boolean {
  const [, condition] = /^:\w+\((.+)\)$/.exec(parameter) ?? []
  return condition === undefined || new RegExp(condition).test(segment)
}
