/**
 * Developer to grant something to: an existing one by id, or a new one by name. A name never refers
 * to an existing developer, because names can come from an identity provider: whoever registered
 * under it first would get the grant.
 */
export type DeveloperReference =
  | { readonly developerId: string; readonly name?: never }
  | { readonly name: string; readonly developerId?: never }
