// The published example of each kind of webhook: what a host really sends.
import { createRequire } from 'node:module'
import type { JsonObject } from '#schemas/common.js'
import { NotPrepared } from './contestant.js'

interface Examples {
  name: string
  examples: JsonObject[]
}

export function publishedExample(kind: string): JsonObject {
  const [example] = publishedExamples().find(({ name }) => name === kind)?.examples ?? []
  if (!example) throw new Error(`nobody has published an example of ${kind}`)
  return example
}

function publishedExamples(): Examples[] {
  try {
    return createRequire(import.meta.url)('@octokit/webhooks-examples')
  } catch (error) {
    throw new NotPrepared(`This benchmark sends published examples, which \`npm ci\` installs (${error}).`)
  }
}
