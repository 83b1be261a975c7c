// Plans an update with what a registry says, asked in rounds: what one answer brings may need another one.
import type { Deps } from '#deps.js'
import { type ConsultedPortion, consultedPortion } from '#domain/dependencies/updates/portion.js'
import { needKey, type PublishedAnswer, publishedBy } from '#domain/dependencies/updates/published.js'
import type { MetadataNeed, UpdateFiles, WantedFix } from '#domain/dependencies/updates/update.js'
import type { PackageRegistry } from '#registries/index.js'
import type { UpdateEcosystem } from '#schemas/dependencies/enums.js'
import { objectionToUpdate } from './patch.js'

export interface PlanRequest {
  ecosystem: UpdateEcosystem
  files: UpdateFiles
  fixes: readonly WantedFix[]
  allowMajor: boolean
}

export interface RegistryPlan extends Omit<ConsultedPortion, 'needs'> {
  /** The address of the registry; null if none may be asked. */
  registry: string | null
  /** Whether it failed to say something that it may say later. */
  isIncomplete: boolean
}

const MOST_ROUNDS = 12
const MOST_NEEDS = 1_000
const WITHIN_MS = 180_000

export async function planUpdateWithRegistry(
  { packageRegistries }: Pick<Deps, 'packageRegistries'>,
  { ecosystem, files, fixes, allowMajor }: PlanRequest
): Promise<RegistryPlan> {
  const registry = packageRegistries(ecosystem)
  const inquiry: Inquiry = {
    answers: new Map(),
    deadline: performance.now() + WITHIN_MS,
    isIncomplete: false
  }
  const published = registry ? publishedBy(inquiry.answers, registry.serves) : null
  for (let round = 1; ; round += 1) {
    const options = { published, allowMajor, objectionTo: objectionToUpdate }
    const { plan, needs, told } = consultedPortion(ecosystem, files, fixes, options)
    const isOver = round === MOST_ROUNDS || !(registry && (await askMore(registry, needs, inquiry)))
    if (isOver) return { plan, told, registry: registry?.address ?? null, isIncomplete: inquiry.isIncomplete }
  }
}

interface Inquiry {
  answers: Map<string, PublishedAnswer>
  deadline: number
  isIncomplete: boolean
}

/** Whether there was anything left to ask. */
async function askMore(
  registry: PackageRegistry,
  needs: readonly MetadataNeed[],
  inquiry: Inquiry
): Promise<boolean> {
  const { answers, deadline } = inquiry
  const open = needs.filter((need) => !answers.has(needKey(need))).slice(0, MOST_NEEDS - answers.size)
  const said = await registry.ask(open, deadline)
  for (const [at, { answer, isTemporary }] of said.entries()) {
    const need = open[at]
    if (need) answers.set(needKey(need), answer)
    inquiry.isIncomplete ||= isTemporary
  }
  return open.length > 0
}
