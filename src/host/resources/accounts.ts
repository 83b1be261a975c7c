// Accounts for calls that no installation of an App makes.

/** Stands for the owner of a token. No App has this installation id. */
export const TOKEN_INSTALLATION = 1
/** Stands for the App itself. */
export const APP_ITSELF = 0
