/** The host accepts no longer bodies. */
export const LONGEST_BODY = 65_536
