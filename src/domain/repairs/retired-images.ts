// Images of runners that the host no longer has: the log names one, and the next of its kind takes its place.
import { isSeq } from 'yaml'
import { changeOf, workflowPaths, workflowsReached } from './reach.js'
import { type Failure, type Files, type Ground, type Plan, type Repair, refused } from './repair.js'
import { type Edit, exchanged, nodeAt, textsUnder, type Workflow } from './workflow.js'

/** The oldest that is still there, and of the same architecture. */
const NEXT: Readonly<Record<string, string>> = {
  'ubuntu-16.04': 'ubuntu-22.04',
  'ubuntu-18.04': 'ubuntu-22.04',
  'ubuntu-20.04': 'ubuntu-22.04',
  'macos-10.15': 'macos-15-intel',
  'macos-11': 'macos-15-intel',
  'macos-12': 'macos-15-intel',
  'macos-13': 'macos-15-intel',
  'windows-2016': 'windows-2022',
  'windows-2019': 'windows-2022'
}

/** What is only announced is still there, and no reason for a failure. */
const SAYS_SO =
  /in a brownout|scheduled .{1,60} brownout|(?:image|runner|label).{0,80} (?:is|was|has been|have been|are|were) (?:removed|retired|unsupported|unavailable|no longer)/i
const NAMED = /\b(ubuntu|macos|windows(?: server)?)[- ](\d{2,4}(?:\.\d{2})?)\b/gi

function imagesIn({ lines }: Failure): string[] {
  const found = lines
    .filter((line) => SAYS_SO.test(line))
    .flatMap((line) => [...line.matchAll(NAMED)])
    .map(([, kind = '', version = '']) => `${kind.toLowerCase().replace(' server', '')}-${version}`)
  return [...new Set(found)].filter((image) => Object.hasOwn(NEXT, image))
}

/** Where a job says what it runs on, by itself or by its matrix. */
function placesIn({ jobs }: Workflow): unknown[] {
  return jobs.flatMap(({ map }) => [nodeAt(map, 'runs-on'), nodeAt(nodeAt(map, 'strategy'), 'matrix')])
}

/** A matrix that has the next image already would run it twice. */
function hasBoth(node: unknown, images: readonly string[]): boolean {
  if (isSeq(node)) {
    const values = node.items.flatMap(textsUnder).map(({ value }) => value)
    if (images.some((image) => values.includes(image) && values.includes(NEXT[image] ?? ''))) return true
  }
  return false
}

function editsIn(workflow: Workflow, images: readonly string[]): Edit[] {
  return placesIn(workflow)
    .flatMap(textsUnder)
    .flatMap((text) => {
      const next = images.includes(text.value) ? NEXT[text.value] : undefined
      return next === undefined ? [] : [exchanged(workflow, text, next)]
    })
}

function plan(ground: Ground, files: Files): Plan {
  const images = imagesIn(ground.failure)
  const workflows = workflowsReached(ground, files)
  const lists = workflows.flatMap(placesIn).flatMap(listsUnder)
  if (lists.some((list) => hasBoth(list, images)))
    return refused(
      'A matrix names the retired image and the next one: which of them goes is for a person to say.'
    )
  const edits = workflows.map((workflow) => ({ workflow, edits: editsIn(workflow, images) }))
  const explanation = images.map(
    (image) => `The host has no image ${image} any more; ${NEXT[image]} takes its place.`
  )
  return changeOf(edits, explanation, 'No job names a retired image as such.')
}

/** The lists below a node, itself included. */
function listsUnder(node: unknown): unknown[] {
  if (isSeq(node)) return [node]
  // The border to the parser: whatever is no list is looked through by its pairs.
  const items = (node as { items?: { value?: unknown }[] } | undefined)?.items ?? []
  return items.flatMap(({ value }) => listsUnder(value))
}

export const retiredImages: Repair = {
  name: 'retired_images',
  isOfWorkflow: true,
  types: ['config_error', 'runner_infra'],
  knows: (failure) => imagesIn(failure).length > 0,
  needs: workflowPaths,
  plan
}
