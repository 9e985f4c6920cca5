declare module 'multicoin-address-validator' {
  /** @throws for a currency it does not know. */
  function validate(address: string, currency: string, network?: 'prod' | 'testnet' | 'both'): boolean
  const validator: { readonly validate: typeof validate }
  export default validator
}
