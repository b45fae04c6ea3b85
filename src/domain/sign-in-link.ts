/** The address of the portal that signs in with this secret, which stands behind the `#`: it reaches no server by itself. */
export function signInLink(origin: string, token: string): string {
  return `${origin}/portal/sign-in#${token}`
}
