// Leads from page to page of a list: forward from the last row, which stays quick however deep the list is.
import type { Schemas } from '../api.js'
import { formatCount, formatNumber } from '../format.js'

interface PagerProps {
  meta: Schemas['PageMeta']
  page: number
  noun: readonly [one: string, many: string]
  go: (page: number, cursor: string) => void
}

export function Pager({ meta, page, noun: [one, many], go }: PagerProps) {
  const { total, total_is_minimum: isMinimum = false, total_pages, cursor } = meta
  const isFirst = page <= 1
  const isLast = isMinimum ? !cursor : page >= total_pages
  return (
    <nav class="pager" aria-label={`Pages of ${many}`}>
      <button
        type="button"
        aria-disabled={isFirst}
        onClick={() => isFirst || go(isMinimum ? page - 1 : Math.min(page - 1, total_pages), '')}
      >
        Previous
      </button>
      <span>
        {isMinimum
          ? `Page ${formatNumber(page)}, ${formatNumber(total)}+ ${many}`
          : `Page ${formatNumber(page)} of ${formatNumber(Math.max(1, total_pages))}, ${formatCount(total, one, many)}`}
      </span>
      <button type="button" aria-disabled={isLast} onClick={() => isLast || go(page + 1, cursor ?? '')}>
        Next
      </button>
    </nav>
  )
}
