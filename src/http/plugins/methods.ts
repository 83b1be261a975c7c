/** Requests with such a method change nothing. */
export const isRead = (method: unknown) => ['GET', 'HEAD'].includes(String(method))
