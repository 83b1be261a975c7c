// The files that a language model is shown: as many as fit into one prompt, and none that contains a secret.
import type { Deps, RepositoryAccess } from '#deps.js'
import type { TreeFile } from '#domain/patches/candidate-files.js'
import type { OfferedFile } from '#domain/patches/model/edits.js'
import { containsSecret } from '#domain/text/secrets.js'

/** Limit for all files together. */
const MOST_CHARACTERS = 120_000

export interface ListedFile extends TreeFile {
  sha: string
}

export async function offeredFiles(
  { host }: Deps,
  place: RepositoryAccess,
  files: readonly ListedFile[]
): Promise<OfferedFile[]> {
  const offered: OfferedFile[] = []
  let charactersLeft = MOST_CHARACTERS
  for (const { path, sha, mode } of files) {
    const text = await host.sourceText(place, sha)
    if (text === undefined || text.length > charactersLeft || containsSecret(text)) continue
    charactersLeft -= text.length
    offered.push({ path, text, mode })
  }
  return offered
}
