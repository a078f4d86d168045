package allumettes; public class OperationInterditeException extends RuntimeException { }
