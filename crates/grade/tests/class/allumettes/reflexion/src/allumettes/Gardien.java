package allumettes;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Procuration dynamique : toutes les opérations passent, sauf retirer. */
public class Gardien implements InvocationHandler {
	private final Object sujet;

	private Gardien(Object sujet) {
		this.sujet = sujet;
	}

	public static Jeu proteger(Jeu jeu) {
		Class<?>[] interfaces = {Jeu.class};
		return (Jeu) Proxy.newProxyInstance(Jeu.class.getClassLoader(), interfaces, new Gardien(jeu));
	}

	@Override
	public Object invoke(Object proxy, Method methode, Object[] arguments) throws Throwable {
		if (methode.getName().equals("retirer")) {
			throw new OperationInterditeException(methode.getName());
		}
		try {
			return methode.invoke(this.sujet, arguments);
		} catch (InvocationTargetException e) {
			throw e.getCause();
		}
	}
}
