// What a search finds in the API reference: its operations.
import { readCatalog } from '../catalog.js'
import type { ApiDocument } from '../document.js'
import { stringOf } from '../read.js'
import { REFERENCE } from './manual.js'
import type { Entry } from './search.js'

export function referenceEntries(document: ApiDocument): Entry[] {
  const operations = readCatalog(document).groups.flatMap((group) => group.operations)
  return operations.map(({ id, method, path, spec }) => ({
    address: `${REFERENCE}#${id}`,
    page: 'API reference',
    isBackground: false,
    title: `${method} ${path}`,
    text: [stringOf(spec.summary), stringOf(spec.description)].filter((part) => part !== '').join('. ')
  }))
}
