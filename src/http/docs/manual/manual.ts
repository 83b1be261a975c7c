// The documentation as the build leaves it: rendered, and cut into what can be found.

/** What stands below one heading of a page. */
export interface ManualSection {
  /** Of its heading; empty for what stands before the first one. */
  readonly id: string
  readonly title: string
  readonly text: string
}

export interface ManualPage {
  /** Its path in the service. */
  readonly address: string
  readonly title: string
  /** Markup that the build has made of Markdown. */
  readonly body: string
  readonly sections: readonly ManualSection[]
}

export interface Shelf {
  readonly title: string
  readonly links: readonly { readonly title: string; readonly address: string }[]
}

export interface Manual {
  readonly shelves: readonly Shelf[]
  readonly pages: readonly ManualPage[]
  /** Pictures and examples, by their paths below the first page. */
  readonly files: readonly string[]
}

/** The address of the first page. */
export const MANUAL_HOME = '/docs'

/** The address of the API reference, which is rendered from the document itself. */
export const REFERENCE = '/docs/api'
