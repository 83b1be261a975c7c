// What every page begins with, and the parts it is made of.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { announce } from './announcer.js'
import type { ApiState } from './use-api.js'

export interface PageProps {
  params: Record<string, string>
}

export const PRODUCT = 'Repository Automation Service'

interface HeadingProps {
  title: string
  /** What stands under the title. */
  lead?: ComponentChildren
  /** The buttons of the page. */
  tools?: ComponentChildren
  children?: ComponentChildren
}

/** Whether the reader came by a link of the dashboard. The first page leaves the focus where the browser puts it. */
let hasArrived = false

export function Screen({ title, lead, tools, children }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasArrived) heading.current?.focus({ preventScroll: true })
    hasArrived = true
  }, [])
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`
    announce(title)
  }, [title])
  return (
    <>
      <div class="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p class="muted">{lead}</p>}
        </div>
        {tools && <div class="tools">{tools}</div>}
      </div>
      {children}
    </>
  )
}

export interface SectionProps<T> {
  title?: ComponentChildren
  /** Whether only screen readers get the title. */
  isTitleUnseen?: boolean
  state: ApiState<T>
  tools?: ComponentChildren
  children: (data: T) => ComponentChildren
}

/** A part of a page that loads by itself. Loading, nothing and a failure look different. */
export function Section<T>({ title, isTitleUnseen = false, state, tools, children }: SectionProps<T>) {
  const { data, failure, isOutdated } = state
  return (
    <section aria-busy={isOutdated || undefined}>
      {title && <h2 class={isTitleUnseen ? 'unseen' : ''}>{title}</h2>}
      {tools}
      <FailureNotice state={state} />
      {data !== undefined && children(data)}
      {data === undefined && failure === undefined && <p class="muted loading">Loading…</p>}
    </section>
  )
}

export function FailureNotice({ state: { data, failure } }: { state: ApiState<unknown> }) {
  if (failure === undefined) return null
  const what = data === undefined ? 'Loading failed' : 'The update failed'
  return (
    <p class="failure" role="alert">
      {what}: {failure.message}
    </p>
  )
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty">{children}</p>
}
