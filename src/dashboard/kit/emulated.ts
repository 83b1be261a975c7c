/** The page says so where the service is shown at an emulated host. */
export const isHostEmulated = (): boolean => document.body.dataset['host'] === 'emulated'
