// Leads from an address of a page that ends with a slash to the one without it.
import type { FastifyInstance } from 'fastify'

/** The path begins with one of ours, so that the redirect stays here whatever follows. */
const WITH_SLASH = /^(\/(?:dashboard|docs)(?:\/[^?]*[^?/])?)\/+(\?.*)?$/

export function dropTrailingSlashes(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, url }, reply) => {
    const [, path, query = ''] = (method === 'GET' && WITH_SLASH.exec(url)) || []
    if (path === undefined) return undefined
    return reply.redirect(`${path}${query}`, 308)
  })
}
