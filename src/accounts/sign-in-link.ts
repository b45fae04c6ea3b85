/**
 * Returns the portal address that signs in with a secret. The secret is the fragment, which
 * browsers do not send to servers.
 */
export function signInLink(origin: string, token: string): string {
  return `${origin}/portal/sign-in#${token}`
}
