/** A material whose picture this browser cannot decode. */
export class UndecodablePicture extends Error {
  constructor(readonly url: string) {
    super('this browser cannot decode the picture of a material');
  }
}
