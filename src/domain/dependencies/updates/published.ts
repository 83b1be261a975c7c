// What a registry has said so far, as a plan reads it.
import type { MetadataNeed, PackageMetadata, PublishedPackages } from './update.js'

export type PublishedAnswer =
  | { is: 'metadata'; metadata: PackageMetadata }
  | { is: 'versions'; versions: readonly string[] }
  /** The reason is what follows "because"; what failed may work later. */
  | { is: 'unknown' | 'failed'; reason: string }

export const needKey = ({ name, version }: MetadataNeed): string => JSON.stringify([name, version])

export function publishedBy(
  answers: ReadonlyMap<string, PublishedAnswer>,
  serves: PublishedPackages['serves']
): PublishedPackages {
  return {
    serves,
    metadata(name, version) {
      const answer = answers.get(needKey({ name, version }))
      return answer?.is === 'metadata' ? answer.metadata : undefined
    },
    versions(name) {
      const answer = answers.get(needKey({ name, version: null }))
      return answer?.is === 'versions' ? answer.versions : undefined
    },
    silence(need) {
      const answer = answers.get(needKey(need))
      if (answer === undefined) return 'the registry was not asked for it'
      return 'reason' in answer ? answer.reason : 'the registry does not say all of it'
    }
  }
}

export const NO_REGISTRY: PublishedPackages = {
  metadata: () => undefined,
  versions: () => undefined,
  silence: () => 'no registry is asked: set `PACKAGE_REGISTRIES`',
  serves: () => true
}

/** What a plan has read of a registry. */
export interface Consultation {
  published: PublishedPackages
  /** What it wanted to know, and nobody has said yet. */
  needs: Map<string, MetadataNeed>
  /** What it was told: `name version digest` of each version. */
  told: Set<string>
}

const LONGEST_DIGEST = 200

export function consultationOf(published: PublishedPackages): Consultation {
  const needs = new Map<string, MetadataNeed>()
  const told = new Set<string>()
  const { silence, serves } = published
  const note = <Answer>(
    need: MetadataNeed,
    answer: Answer | undefined,
    digestOf: (answer: Answer) => string
  ) => {
    if (answer === undefined) needs.set(needKey(need), need)
    else told.add(`${need.name} ${digestOf(answer)}`)
    return answer
  }
  return {
    needs,
    told,
    published: {
      silence,
      serves,
      metadata: (name, version) =>
        note({ name, version }, published.metadata(name, version), ({ integrity, hashes }) =>
          `${version} ${integrity ?? hashes.join(' ')}`.slice(0, LONGEST_DIGEST).trim()
        ),
      versions: (name) =>
        note({ name, version: null }, published.versions(name), ({ length }) => `and its ${length} versions`)
    }
  }
}
