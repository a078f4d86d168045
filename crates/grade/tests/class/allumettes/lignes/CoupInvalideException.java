package allumettes; public class CoupInvalideException extends Exception { public CoupInvalideException(final String m) { super(m); } }
