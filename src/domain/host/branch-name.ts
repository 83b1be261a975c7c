// Which names a branch can have on the host.

const FORBIDDEN = ['..', '//', '@{', '/.']

/** No space or sign that stands for something else, and nothing that Git refuses. */
export const isBranchName = (name: string): boolean =>
  /^[^\s~^:?*[\\]+$/.test(name) &&
  !FORBIDDEN.some((part) => name.includes(part)) &&
  !/^[-/.]|[/.]$|\.lock$/.test(name)
