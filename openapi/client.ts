// The client as the service's own package offers it; `openapi/client` is packed alone as well.
export * from './client/index.js'
