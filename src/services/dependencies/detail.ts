// One vulnerability as the API shows it, with its addresses.
import type { Deps } from '#deps.js'
import { advisoryAddress } from '#domain/dependencies/updates/update-text.js'
import { type JsonText, joined, textOf } from '#domain/json/text.js'
import { vulnerabilityNotFound } from '#errors/dependencies.js'
import type { VulnerabilityDetail } from '#schemas/dependencies/detail.js'
import { vulnerabilityText } from '#store/dependencies/detail.js'

export async function loadVulnerability(
  { db, host }: Deps,
  id: number
): Promise<JsonText<VulnerabilityDetail>> {
  const found = await vulnerabilityText(db, id)
  if (!found) throw vulnerabilityNotFound(id)
  const { text, fullName, advisoryId, path, line, commit } = found
  const manifestUrl = commit === null ? null : host.pages.file(fullName, { sha: commit, path, line })
  return joined(text, textOf({ advisory_url: advisoryAddress(advisoryId), manifest_url: manifestUrl }))
}
