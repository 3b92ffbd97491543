/** A product as its shop shows it. */
export interface FoundProduct {
  /** Its own address, without what only says who has passed it on. */
  url: string;
  name: string;
  /** As the shop writes it, with its currency; null where it does not say. */
  price: string | null;
  /** The address of a picture; null without one. */
  picture: string | null;
}

/** Finds products that posts link to. */
export interface ProductsProvider {
  /**
   * What is behind the address of a product, also a short one that leads on.
   * @returns null for an address that is none of its shops'
   * @throws ProviderFailure `refused` for one of its shops that shows no product
   */
  resolve(url: URL, signal: AbortSignal): Promise<FoundProduct | null>;
  /** Looks through the shop, the best match first. Absent where it cannot be asked. @param most 1 to 50 */
  search?(words: string, most: number, signal: AbortSignal): Promise<readonly FoundProduct[]>;
}
