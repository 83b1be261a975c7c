// Images of runners that the host no longer has: the log names one, and the next of its kind takes its place.
import { isMap, isSeq, type Scalar, visit } from 'yaml'
import { changeOf, workflowPaths, workflowsReached } from './reach.js'
import { type Failure, type Files, type Ground, type Plan, type Repair, refused } from './repair.js'
import { type Edit, exchanged, type Job, nodeAt, placeOf, textsUnder, type Workflow } from './workflow.js'

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
const placesOf = ({ map }: Job) => [nodeAt(map, 'runs-on'), matrixOf(map)]
const matrixOf = (job: Job['map']) => nodeAt(nodeAt(job, 'strategy'), 'matrix')
const placesIn = ({ jobs }: Workflow): unknown[] => jobs.flatMap(placesOf)

/** Labels beside the image, or a group: such runners are those of an owner, who says what they are and when they go. */
function isOfOwner(job: Job, images: readonly string[]): boolean {
  const namesOne = (node: unknown) => textsUnder(node).some(({ value }) => images.includes(value))
  const runsOn = nodeAt(job.map, 'runs-on')
  if (placesOf(job).some(namesOne) && (isMap(runsOn) || isOfSeveral(runsOn))) return true
  return cellsOf(matrixOf(job.map)).some((cell) => isOfSeveral(cell) && namesOne(cell))
}

const isOfSeveral = (node: unknown) => isSeq(node) && node.items.length > 1

/** What single jobs of a matrix are given, be it under a key of its own or as part of a combination. */
function cellsOf(matrix: unknown): unknown[] {
  const rows = isMap(matrix) ? matrix.items.flatMap(({ value }) => (isSeq(value) ? value.items : [])) : []
  return rows.flatMap((row): unknown[] => (isMap(row) ? row.items.map(({ value }) => value) : [row]))
}

/** What were two images would be one, which would run twice. */
function wouldBeOne(place: unknown, images: readonly string[]): boolean {
  const values = new Set(textsUnder(place).map(({ value }) => value))
  const after = [...values].map((value) => (images.includes(value) ? NEXT[value] : value))
  return new Set(after).size < values.size
}

/** Whether a text other than those that are exchanged names an image: a condition on it would never hold again. */
function isNamedBeside({ root }: Workflow, edits: readonly Edit[], images: readonly string[]): boolean {
  const places = new Set(edits.map(({ from }) => from))
  let found = false
  const look = (_: unknown, scalar: Scalar) => {
    const text = String(scalar.value).toLowerCase()
    if (images.some((image) => text.includes(image)) && !places.has(placeOf(scalar).from)) found = true
  }
  visit(root, { Scalar: look })
  return found
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
  if (workflows.flatMap(placesIn).some((place) => wouldBeOne(place, images)))
    return refused('A matrix would name one image twice: which of them goes is for a person to say.')
  if (workflows.flatMap(({ jobs }) => jobs).some((job) => isOfOwner(job, images)))
    return refused(
      'A job asks for more than the image: whether such a runner is the own of somebody cannot be told.'
    )
  const edits = workflows.map((workflow) => ({ workflow, edits: editsIn(workflow, images) }))
  if (edits.some(({ workflow, edits: own }) => isNamedBeside(workflow, own, images)))
    return refused('The workflow names the retired image elsewhere too, and only a person can tell what for.')
  const explanation = images.map(
    (image) => `The host has no image ${image} any more; ${NEXT[image]} takes its place.`
  )
  return changeOf(edits, explanation, 'No job names a retired image as such.')
}

export const retiredImages: Repair = {
  name: 'retired_images',
  isOfWorkflow: true,
  types: ['config_error', 'runner_infra'],
  knows: (failure) => imagesIn(failure).length > 0,
  needs: workflowPaths,
  plan
}
